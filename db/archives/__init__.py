"""Archives: files with the answers, headers and results of old matches, so that the database need not keep them all.

A match that has left for an archive keeps its row, with the number of the file. All who read its journal are led there
(`reading.journal_of`), so verification, export and looking back go on as before while the file can be read. Ledger,
outcomes, ratings and deeds never leave. An archive is written once (`writing`), compared with the database, and only
then are the answers deleted there, in small units, so that a bot plays on meanwhile.
"""
