import { readFileSync } from 'node:fs'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { type CompiledMapping, compileMapping } from '../../domain/imports/compile-mapping.ts'
import { pathText } from '../../domain/imports/row.ts'
import { checkValue, type Fault } from '../../schemas/checking/check-value.ts'
import { Mapping } from '../../schemas/imports/mapping.ts'
import { oneLine, plainError } from '../output/plain-error.ts'

/** A fault of the mapping file, at a line from 1. */
export interface MappingFileFault {
  line: number | null
  /** The name of the setting, such as `fields.widthCm.decimal`. */
  setting: string | null
  detail: string
}

export type ReadMapping = { mapping: Mapping; compiled: CompiledMapping } | { faults: MappingFileFault[] }

/**
 * Reads a mapping from a YAML file. All its faults are returned, with their lines.
 * @throws Error when the file cannot be read
 */
export function readMapping(file: string): ReadMapping {
  return parseMapping(textOf(file))
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(plainError(error, file), { cause: error })
  }
}

/** Parses the text of a mapping file. */
export function parseMapping(text: string): ReadMapping {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const syntax = document.errors.map(({ pos: [start], message }) => {
    return { line: lines.linePos(start).line, setting: null, detail: `is not valid YAML: ${oneLine(message)}` }
  })
  if (syntax.length > 0) return { faults: syntax }
  const placed = (faults: readonly Fault[]) => ({ faults: faults.map((fault) => placedFault(fault, document, lines)) })
  const checked = checkValue(Mapping, document.toJS({ maxAliasCount: 100 }))
  if (!checked.success) return placed(checked.faults)
  const compiled = compileMapping(checked.data)
  return compiled.faults.length > 0 ? placed(compiled.faults) : { mapping: checked.data, compiled }
}

/** Finds the line of a fault: that of its setting, or of the nearest setting that contains it. */
function placedFault({ path, detail }: Fault, document: Document.Parsed, lines: LineCounter): MappingFileFault {
  const setting = path.length === 0 ? null : pathText(path)
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return { line: lines.linePos(node.range[0]).line, setting, detail }
  }
  return { line: null, setting, detail }
}
