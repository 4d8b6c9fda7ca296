import { z } from 'zod'
import { editsBetween, nearestField } from '../../schemas/checking/nearest-name.ts'
import { walkFields } from '../../schemas/checking/walk-fields.ts'
import { bomData, bomTypes } from '../../schemas/records/bom-events.ts'
import { Envelope, recordData, recordTypes } from '../../schemas/records/record-events.ts'
import { quoted } from '../text/printable.ts'

/**
 * Something in an event that is probably a mistake although the event may be valid. `place` and `detail` are the same
 * in all events with this mistake, except `text`, which is the value in this event, with escapes, or null.
 */
export interface EventWarning {
  reason: 'unknown_field' | 'hidden_characters' | 'white_space'
  type: string
  /** The path of the field, with `[]` for the items of a list. */
  field: string
  detail: string
  text: string | null
}

/** Finds unknown fields, and invisible characters and white space in codes and keys, in a parsed event. */
export function eventWarnings(json: unknown): EventWarning[] {
  if (!isObject(json) || typeof json.type !== 'string') return []
  const { type } = json
  const found: EventWarning[] = []
  const warn = (one: Omit<EventWarning, 'type'>) => void found.push({ type, ...one })
  walkEnvelope(json, warn)
  const schema = dataSchemaOf(type)
  if (schema === null) return found
  walkFields(schema, json.data, {
    onUnknown(name, names, path) {
      const near = nearestField(name, names)
      const meant = near === null ? '' : `; did you mean ${near}?`
      const detail = `is not a field, and is ignored${meant}`
      warn({ reason: 'unknown_field', field: `data.${path()}`, detail, text: null })
    },
    onText(text, name, schemas, path) {
      if (PLAIN.test(text)) return
      if (name === 'recordId') warnOfKey(`data.${path()}`, text, warn)
      else if (schemas.some(isCode)) warnOfCode(`data.${path()}`, text, warn)
    },
  })
  return found
}

/** Text without white space at its ends, with visible characters of ASCII only. Most codes are. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/

type Warn = (one: Omit<EventWarning, 'type'>) => void

const KEYS = ['id', 'subject']
const attributes = Object.keys(Envelope.shape)

/**
 * Events may have further attributes, because CloudEvents permits extensions. Only those that are almost the name of an
 * attribute are reported.
 */
function walkEnvelope(json: Record<string, unknown>, warn: Warn): void {
  for (const [name, value] of Object.entries(json)) {
    if (KEYS.includes(name) && typeof value === 'string') warnOfKey(name, value, warn)
    if (attributes.includes(name)) continue
    const meant = attributes.find((known) => editsBetween(name.toLowerCase(), known, 2) <= 2)
    const detail = `is not an attribute of events, and is ignored; did you mean ${meant}?`
    if (meant !== undefined) warn({ reason: 'unknown_field', field: name, detail, text: null })
  }
}

/** A code with invisible characters is a fault, which does not show the code. */
function warnOfCode(field: string, code: string, warn: Warn): void {
  if (hasHidden(code.trim())) warn({ reason: 'hidden_characters', field, detail: HIDDEN, text: quoted(code) })
  else if (code !== code.trim())
    warn({ reason: 'white_space', field, detail: 'has white space at its ends, which is removed', text: quoted(code) })
}

const HIDDEN = 'contains control characters or invisible characters'

/** Keys are compared as they are, so that another record is meant. */
function warnOfKey(field: string, key: string, warn: Warn): void {
  if (hasHidden(key)) {
    warn({ reason: 'hidden_characters', field, detail: HIDDEN, text: quoted(key) })
  } else if (key !== key.trim()) {
    const detail = 'has white space at its ends, which is part of the key'
    warn({ reason: 'white_space', field, detail, text: quoted(key) })
  }
}

const hasHidden = (text: string) => /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)

function dataSchemaOf(type: string): z.ZodType | null {
  const action = bomTypes.get(type)
  if (action) return bomData[action]
  const record = recordTypes.get(type)
  return record?.action === 'upserted' ? recordData[record.kind] : null
}

/** Whether a schema is that of a code: it removes white space at the ends. */
function isCode(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodString && schema.safeParse(' x ').data === 'x'
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}
