import { expect } from 'chai'
import { mistakeInFile } from '../../../domain/events/mistaken-file.ts'

const textOf = (text: string) => mistakeInFile(Buffer.from(text))

describe('a file that is not one of events', () => {
  it('is recognized as CSV by its first line', () => {
    for (const csv of [
      'id,name\n1,Poplin\n',
      'id;name\r\n',
      '"id","name"\n"1","Poplin"\n',
      'id\tname',
      '\ufeffMATNR|NAME\n1|x',
      '1,2\n3,4\n',
    ])
      expect(textOf(csv), csv).to.equal('CSV: use `tda import` to make events of its rows')
  })

  it('is recognized as another format by its beginning', () => {
    expect(mistakeInFile(Buffer.from('504b0304140000', 'hex'))).to.contain('workbook of Excel')
    expect(mistakeInFile(Buffer.from('1f8b0800', 'hex'))).to.contain('gzip')
    expect(mistakeInFile(Buffer.from('PAR1xxxx'))).to.contain('Parquet')
    expect(mistakeInFile(Buffer.from('\ufeff{"a":1}\n', 'utf16le'))).to.contain('UTF-16')
    expect(textOf('{\n  "specversion": "1.0",\n')).to.contain('one JSON document over several lines')
    expect(textOf('[\n  {\n')).to.contain('a JSON list: ')
    expect(textOf('<?xml version="1.0"?>\n<a/>')).to.contain('XML')
  })

  it('is not assumed for events, or for single lines that are wrong', () => {
    for (const text of [
      '{"specversion":"1.0"}\n',
      '\n\n{"a":1}\n',
      '{\n{"specversion":"1.0"}\n',
      '{"x":\n',
      '{"a":1,\n',
      'damaged, line\n{"specversion":"1.0"}\n',
      '[{"specversion":"1.0"}]\n',
      '"a, b"\n',
      'one\ntwo\n',
      '{"a\u001b[2J,',
      '',
    ])
      expect(textOf(text), JSON.stringify(text)).to.equal(null)
  })
})
