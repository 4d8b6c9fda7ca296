import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { stagedStyle } from '../../schemas/stored/bom.ts'
import { storedDataset, storedLoad, storedPosition, storedRequirement } from '../../schemas/stored/connected-data.ts'
import { storedEntity, storedEntityState } from '../../schemas/stored/entity.ts'
import { storedLink } from '../../schemas/stored/link.ts'
import { storedCounts, storedStart } from '../../schemas/stored/publication.ts'
import { storedSourceRecord } from '../../schemas/stored/source-record.ts'
import type { StoredDocument } from '../../schemas/stored/stored-document.ts'
import { storedVersion, storedVersions } from '../../schemas/stored/version.ts'

/** Documents that versions 1.0 and 1.1 stored, covering every field with every type of value. */
const file = join(import.meta.dirname, '../support/stored/former-documents.jsonl')
const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
const stored = lines.map((line): { version: string; document: string; text: string } => JSON.parse(line))

const graph = { storedEntity, storedEntityState, storedLink, storedVersion, storedVersions }
const publications = { stagedStyle, storedStart, storedCounts }
const sources = { storedDataset, storedLoad, storedPosition, storedRequirement, storedSourceRecord }
const codecs = Object.entries({ ...graph, ...publications, ...sources }) as [string, StoredDocument<unknown>][]

describe('documents of versions 1.0 and 1.1', () => {
  for (const [name, codec] of codecs) {
    it(`are valid for the codec ${name}, which writes the same text`, () => {
      const own = stored.filter(({ document }) => document === name)
      expect(own).not.to.deep.equal([])
      for (const { text } of own) {
        const found = codec.readChecked(text as Parameters<typeof codec.readChecked>[0])
        expect(codec.write(found)).to.equal(text)
      }
    })
  }

  it('include documents of each codec', () => {
    const names = new Set(stored.map(({ document }) => document))
    expect([...names].sort()).to.deep.equal(codecs.map(([name]) => name).sort())
  })
})
