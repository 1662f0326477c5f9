"""The words and drawings that any interface to a table needs: sentences, names, money, pictures. The chat is one."""
