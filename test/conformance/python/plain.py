"""Values of types that a library made of a schema, as JSON values again."""

from dataclasses import fields, is_dataclass

from pydantic import BaseModel


def plain(value):
    if is_dataclass(value):
        return {field.metadata.get("alias", field.name): plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, BaseModel):
        return plain(value.model_dump(by_alias=True, exclude_unset=True))
    if isinstance(value, dict):
        return {name: plain(field) for name, field in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value
