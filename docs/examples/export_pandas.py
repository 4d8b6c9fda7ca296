from decimal import Decimal

import pandas as pd
from tenant_data import export, rows


def read(file):
    """Reads every column as text: no type is guessed, and only an empty field is null."""
    table = pd.read_csv(file, dtype="string", keep_default_na=False, na_values=[""], encoding="utf-8-sig")
    # Remove the ' that the API adds in front of text that looks like a formula.
    return table.apply(lambda column: column.str.replace(r"^'(?=[=+\-@＝＋－＠\t\r\n\0])", "", regex=True))


job = export("bom_yields", "yields.csv")
yields = read("yields.csv")
for name in ("net_yield", "gross_yield", "wastage_percent"):
    yields[name] = yields[name].map(Decimal, na_action="ignore")
yields["line_number"] = yields["line_number"].astype("Int64")
yields["is_primary"] = yields["is_primary"].map({"true": True, "false": False}).astype("boolean")
print("The file has all rows:", len(yields) == job["rowCount"])

total = sum(Decimal(row["grossYield"]) for row in rows("/v1/bom/yields"))
print("The file and the pages have the same sum, to the last digit:", sum(yields["gross_yield"]) == total)

export("external_references", "references.csv", type="sku")
references = read("references.csv")
references["last_seen_at"] = pd.to_datetime(references["last_seen_at"], utc=True)
gtins = references.loc[references["kind"] == "gtin", "value"]
print("GTINs are text with all their digits:", gtins.str.fullmatch(r"\d{13}").all())
