import duckdb
from tenant_data import export

job = export("bom_yields", "yields.parquet", format="parquet")
[(count,)] = duckdb.sql("SELECT count(*) FROM 'yields.parquet'").fetchall()
print("The file has all rows:", count == job["rowCount"])

heaviest = duckdb.sql("""
    SELECT material, base_uom, sum(gross_yield_base) AS total
    FROM 'yields.parquet' WHERE gross_yield_base IS NOT NULL
    GROUP BY ALL ORDER BY total DESC LIMIT 5
""")
print("Columns:", dict(zip(heaviest.columns, map(str, heaviest.types))))
print("Sums are exact:", {type(total).__name__ for _, _, total in heaviest.fetchall()})
