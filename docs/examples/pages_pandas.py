from decimal import Decimal

import pandas as pd
from tenant_data import rows

# Attributes become columns, such as attributes.gtin and attributes.sizeCode.
skus = pd.json_normalize(list(rows("/v1/entities", type="sku")))
skus["updatedAt"] = pd.to_datetime(skus["updatedAt"], utc=True)
print("GTINs are text with all their digits:", skus["attributes.gtin"].str.fullmatch(r"\d{13}").all())
print("Times are UTC:", skus["updatedAt"].dt.tz)

yields = pd.json_normalize(list(rows("/v1/bom/yields")))
for name in ("netYield", "grossYield", "wastagePercent"):
    yields[name] = yields[name].map(Decimal, na_action="ignore")
heaviest = yields.groupby("style")["grossYield"].sum().sort_values(ascending=False)
print("Sums are exact:", all(isinstance(total, Decimal) for total in heaviest))
