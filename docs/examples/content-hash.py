import hashlib
import json
import unicodedata


def plain(decimal):
    if decimal is None or "." not in decimal:
        return decimal
    return decimal.rstrip("0").rstrip(".")


def rows_of(style_data):
    """The rows in the data of a style event, or of one part of a style."""
    for line in style_data["lines"]:
        supplier = line.get("supplier")
        for sent in line["yields"]:
            color = sent.get("materialColorCode")
            yield {
                "bomLineRef": line.get("bomLineRef"),
                "grossYield": plain(sent.get("grossYield")),
                "isPrimary": line.get("isPrimary", False),
                "lineNumber": line["lineNumber"],
                "material": line["material"]["materialNumber"],
                "materialColorCode": line.get("materialColorCode") if color is None else color,
                "mpn": line.get("mpn"),
                "netYield": plain(sent.get("netYield")),
                "placement": line.get("placement"),
                "section": line.get("section"),
                "sku": sent["sku"],
                "style": style_data["style"]["styleNumber"],
                "supplier": supplier["supplierCode"] if supplier else None,
                # C62, H87 and PCE are read as EA.
                "uom": "EA" if line["uom"] in ("C62", "H87", "PCE") else line["uom"],
                "wastageBasis": line["wastageBasis"],
                "wastagePercent": plain(sent["wastagePercent"]),
                "yieldPerUnits": line.get("yieldPerUnits", 1),
                "yieldStage": line["yieldStage"],
            }


def content_hash(rows):
    total = 0
    for row in rows:
        # For these fields, this is the JSON of RFC 8785: sorted names, no spaces, no needless escapes.
        text = json.dumps(row, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        digest = hashlib.sha256(unicodedata.normalize("NFC", text).encode()).digest()
        total = (total + int.from_bytes(digest, "big")) % 2**256
    return f"sha256sum:{total:064x}"


style_data = {
    "style": {"recordId": "S-1", "styleNumber": "QM27-0412"},
    "lines": [
        {
            "bomLineRef": "L-10",
            "lineNumber": 10,
            "section": "fabric",
            "placement": "front body",
            "material": {"recordId": "M-1", "materialNumber": "MT-01022"},
            "materialColorCode": "NVY",
            "supplier": {"recordId": "V-17", "supplierCode": "SUP-17"},
            "mpn": "HV-2204",
            "uom": "MTR",
            "wastageBasis": "on_net",
            "yieldPerUnits": 1,
            "yieldStage": "bulk",
            "isPrimary": True,
            "yields": [
                {"sku": "QM27-0412-NVY-M", "netYield": "1.25", "wastagePercent": "5"},
                {"sku": "QM27-0412-NVY-L", "netYield": "1.290", "wastagePercent": "5.0"},
            ],
        }
    ],
}

rows = list(rows_of(style_data))
print(content_hash(rows[:1]))
print(content_hash(rows))
