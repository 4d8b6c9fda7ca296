import { expect } from 'chai'
import { auditCsvHeader, auditCsvLine } from '../../../cli/audit/audit-csv.ts'
import { table } from '../../../cli/output/table.ts'
import { auditRecord } from '../../support/api/audit.ts'

describe('output of the command line', () => {
  it('is a table without control characters', () => {
    expect(
      table([
        { key: 'a', name: 'x\u001b[31mred' },
        { key: 'long', name: null },
      ]),
    ).to.deep.equal(['key   name', 'a     x\\u001b[31mred', 'long  -'])
    expect(table([])).to.deep.equal([])
  })

  it('is CSV as RFC 4180 defines, in which no text is a formula', () => {
    expect(auditCsvHeader()).to.equal(
      'id,time,request_id,correlation_id,organization,credential_id,operator,address,region,interface,operation,' +
        'parameters,status,code,rows,duration_ms,count,mcp',
    )
    const record = auditRecord({
      id: '5036297c-1650-4c0b-a5f1-669bd1549067',
      time: '2027-03-14T02:10:00.000Z',
      requestId: null,
      correlationId: null,
      operator: '=cmd|calc',
      address: '@x',
      parameters: { q: 'a "b", c\n' },
      durationMs: -1,
    })
    expect(auditCsvLine(record)).to.equal(
      `5036297c-1650-4c0b-a5f1-669bd1549067,2027-03-14T02:10:00.000Z,,,quillmere,k00000000001,'=cmd|calc,'@x,local,rest,` +
        `searchEntities,"{""q"":""a \\""b\\"", c\\n""}",200,,1,-1,1,`,
    )
    for (const start of ['+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', '\0']) {
      expect(auditCsvLine(auditRecord({ operation: `${start}1` })), JSON.stringify(start)).to.contain(`'${start}1`)
    }
  })
})
