// How many marks wait in all organizations, which the store knows without counting.
MATCH (r:Recheck)
RETURN count(r) AS marks
