// Invisible characters are no part of the words that are searched for. Where a label has some, its words are made again:
// cypher/renew-words.ts does so for what is labelled here.
MATCH (n:Listed|ConnectedRecord)
WHERE n.label =~ '(?s).*[\\p{Cf}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2065\\u3164\\ufe00-\\ufe0f\\uffa0\\ufff0-\\ufff8\\x{e0000}-\\x{e0fff}\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f].*'
CALL (n) { SET n:OldWords } IN TRANSACTIONS OF 1000 ROWS;
