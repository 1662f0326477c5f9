"""The words and drawings that any face of a table needs: sentences, names, money, pictures. The chat is one face."""
