import polars as pl
from tenant_data import export

export("material_positions", "positions.parquet", format="parquet")
positions = pl.scan_parquet("positions.parquet")
stock = (
    positions.filter(pl.col("on_hand").is_not_null())
    .group_by("material", "uom")
    .agg(pl.col("on_hand").sum(), pl.col("as_of").min())
    .sort("on_hand", descending=True)
    .collect()
)
print("Columns:", {name: str(dtype) for name, dtype in stock.schema.items()})
