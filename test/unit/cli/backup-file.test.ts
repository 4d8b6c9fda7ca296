import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Backup, deleteOldBackups, readBackup, writeBackup } from '../../../cli/backup/backup-file.ts'

const backup: Backup = {
  region: 'eu-1',
  createdAt: '2027-03-01T04:05:06.789Z',
  nodes: [
    { label: 'Organization', properties: { key: 'quillmere', name: 'Quillmere\n“é”', quota: 90 } },
    { label: 'Credential', properties: { id: 'x', scopes: ['graph:read'], quota: 600 } },
  ],
}

describe('the file of a backup', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tda-backup-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('is named by its time, only for its owner, and read as it was written', async () => {
    const file = await writeBackup(folder, backup)
    expect(readdirSync(folder)).to.deep.equal(['tda-backup-20270301T040506Z.jsonl'])
    expect(statSync(file).mode & 0o777).to.equal(0o600)
    expect(await readBackup(file)).to.deep.equal(backup)
  })

  it('is refused if any byte was changed or is missing', async () => {
    const file = await writeBackup(folder, backup)
    const bytes = readFileSync(file)
    const reason = () => readBackup(file).then(() => null, String)
    for (let at = 0; at < bytes.length - 1; at += 7) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      writeFileSync(file, changed)
      expect(await reason(), `byte ${at}`).not.to.equal(null)
      writeFileSync(file, bytes.subarray(0, at))
      expect(await reason(), `length ${at}`).to.contain('is not a complete backup')
    }
    writeFileSync(file, bytes)
    expect(await reason()).to.equal(null)
  })

  it('is deleted when enough newer ones exist, and no other file is', async () => {
    for (const hour of ['01', '02', '03'])
      await writeBackup(folder, { ...backup, createdAt: `2027-03-01T${hour}:00:00.000Z` })
    writeFileSync(join(folder, 'notes.jsonl'), '')
    expect(await deleteOldBackups(folder, 2)).to.deep.equal(['tda-backup-20270301T010000Z.jsonl'])
    expect(await deleteOldBackups(folder, 2)).to.deep.equal([])
    expect(readdirSync(folder)).to.have.members([
      'notes.jsonl',
      'tda-backup-20270301T020000Z.jsonl',
      'tda-backup-20270301T030000Z.jsonl',
    ])
  })
})
