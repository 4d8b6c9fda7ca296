from decimal import Decimal

import pandas as pd
from tenant_data import export, rows


def read(kind, **parameters):
    """Exports a kind, and reads its columns with their types."""
    job = export(kind, f"{kind}.parquet", format="parquet", **parameters)
    return job, pd.read_parquet(f"{kind}.parquet", dtype_backend="pyarrow")


job, yields = read("bom_yields")
print("The file has all rows:", len(yields) == job["rowCount"])
print(yields.dtypes[["size_code", "line_number", "gross_yield", "is_primary"]].to_dict())

total = sum(Decimal(row["grossYield"]) for row in rows("/v1/bom/yields"))
print("The file and the pages have the same sum, to the last digit:", yields["gross_yield"].sum() == total)

_, references = read("external_references", type="sku")
gtins = references.loc[references["kind"] == "gtin", "value"]
print("GTINs are text with all their digits:", gtins.str.fullmatch(r"\d{13}").all())
