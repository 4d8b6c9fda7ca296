"""Compares the files of exports cell by cell with the CSV file, and prints what DuckDB, pandas, and polars found as JSON.

Usage: compare_files.py FILE. FILE has {"types": {type: DuckDB's type}, "exports": [{kind, csv, jsonl, parquet, columns}]}.
A column has a name and a type.
"""

import csv
import json
import re
import sys
from datetime import datetime, timezone
from decimal import Decimal

import duckdb
import pandas as pd
import polars as pl
import pyarrow.parquet as pq

FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20\t\r\n\0")


def field(value):
    """The field that the CSV file has for a value."""
    if value is None or value is pd.NA or value is pd.NaT:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        text = f"{value:f}"
        return re.sub(r"\.?0+$", "", text) if "." in text else text
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.") + f"{value.microsecond // 1000:03}Z"
    if isinstance(value, str) and value.startswith(FORMULA) and not re.fullmatch(r"[+-]?\d+(\.\d+)?", value, re.A):
        return f"'{value}"
    return str(value)


def read_csv(path):
    with open(path, encoding="utf-8", newline="") as file:
        header, *records = csv.reader(file, strict=True)
    return header, records


def typed(columns, types):
    return "{" + ", ".join(f"'{one['name']}': '{types[one['type']]}'" for one in columns) + "}"


def of_duckdb(relation):
    return relation.columns, [str(one) for one in relation.types], relation.fetchall()


def of_pandas(table):
    return list(table.columns), [str(one) for one in table.dtypes], table.astype(object).itertuples(index=False, name=None)


def arrow_types(path):
    return [str(one.type) for one in pq.read_schema(path)]


def differences(name, found, header, records):
    columns, types, rows = found
    seen = [[field(value) for value in row] for row in rows]
    faults = [] if list(columns) == header else [f"{name}: columns {columns}"]
    if len(seen) != len(records):
        faults.append(f"{name}: {len(seen)} of {len(records)} rows")
    for at, (one, other) in enumerate(zip(seen, records)):
        faults += [f"{name}: row {at}, {header[i]}: {a!r} in place of {b!r}" for i, (a, b) in enumerate(zip(one, other)) if a != b]
    return types, faults


def compare(export, types, database):
    header, records = read_csv(export["csv"])
    jsonl, parquet, columns = export["jsonl"], export["parquet"], export["columns"]
    readers = {
        "duckdb parquet": lambda: of_duckdb(database.sql(f"SELECT * FROM '{parquet}'")),
        "duckdb jsonl": lambda: of_duckdb(
            database.sql(f"SELECT * FROM read_json('{jsonl}', format = 'newline_delimited', columns = {typed(columns, types)})")
        ),
        "pandas parquet": lambda: of_pandas(pd.read_parquet(parquet, dtype_backend="pyarrow")),
        "pandas jsonl": lambda: of_pandas(
            pd.read_json(jsonl, lines=True, dtype=False, convert_dates=False, dtype_backend="pyarrow")
        ),
        "polars parquet": lambda: ((table := pl.read_parquet(parquet)).columns, [str(one) for one in table.dtypes], table.rows()),
        "json jsonl": lambda: (
            header,
            [],
            # The order of the members is that of the columns.
            [list(json.loads(line).values()) for line in open(jsonl, encoding="utf-8", newline="\n") if line],
        ),
    }
    result = {"rows": len(records), "header": header, "types": {"arrow": arrow_types(parquet)}, "faults": []}
    for name, read in readers.items():
        # An empty file has no columns for a reader that learns them from its rows.
        if not records and name in ("pandas jsonl", "json jsonl"):
            continue
        result["types"][name], faults = differences(name, read(), header, records)
        result["faults"] += faults[:5]
    return result


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        given = json.load(file)
    database = duckdb.connect()
    database.execute("SET TimeZone = 'UTC'")
    print(json.dumps({"exports": [compare(one, given["types"], database) for one in given["exports"]]}))


main()
