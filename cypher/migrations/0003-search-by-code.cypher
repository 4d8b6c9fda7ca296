// Whoever searches for a whole code must find it, also when more hits than are looked at hold the same word.
CREATE INDEX listed_code IF NOT EXISTS FOR (e:Listed) ON (e.tenantKey, e.codeWords);
