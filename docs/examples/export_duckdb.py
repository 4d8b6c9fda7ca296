import duckdb
from tenant_data import export

job = export("bom_yields", "yields.csv")

# DuckDB would guess types and read a yield as a float. DECIMAL adds up exactly.
duckdb.sql("""
    CREATE TABLE yields AS
    SELECT * REPLACE (CAST(net_yield AS DECIMAL(28, 16)) AS net_yield, CAST(gross_yield AS DECIMAL(28, 16)) AS gross_yield)
    FROM read_csv('yields.csv', all_varchar = true, header = true, nullstr = '')
""")
[(count,)] = duckdb.sql("SELECT count(*) FROM yields").fetchall()
print("The file has all rows:", count == job["rowCount"])

heaviest = duckdb.sql("""
    SELECT material, base_uom, sum(CAST(gross_yield_base AS DECIMAL(28, 16))) AS total
    FROM yields WHERE gross_yield_base IS NOT NULL
    GROUP BY ALL ORDER BY total DESC LIMIT 5
""").fetchall()
print("Sums are decimals:", {type(total).__name__ for _, _, total in heaviest})
duckdb.sql("COPY yields TO 'yields.parquet'")
