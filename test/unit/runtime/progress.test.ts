import { expect } from 'chai'
import { createProgress } from '../../../process/progress.ts'

describe('the progress of a program', () => {
  let written: string
  let ms: number
  const open = (isTTY: boolean, columns = 80) => {
    written = ''
    ms = 0
    return createProgress({ write: (text) => (written += text), isTTY, columns }, () => ms)
  }

  it('prints lines with the seconds since the start', () => {
    const { line } = open(false)
    ms = 12_340
    line('Kafka is ready.')
    expect(written).to.equal('  12.3 s  Kafka is ready.\n')
  })

  it('rewrites one status line of a terminal, and removes it before a permanent line', () => {
    const { line, status, block } = open(true)
    status('1 of 3')
    status('2 of 3')
    expect(written).to.equal('\r\u001b[2K   0.0 s  1 of 3\r\u001b[2K   0.0 s  2 of 3')
    line('Loaded.')
    block('\nTwo\nlines')
    expect(written.slice(-45)).to.contain('2 of 3\r\u001b[2K   0.0 s  Loaded.\n\nTwo\nlines\n')
  })

  it('keeps a status within the width of the terminal', () => {
    open(true, 30).status('x'.repeat(200))
    expect(written.replace('\r\u001b[2K', '')).to.have.length(29)
  })

  it('logs a status every ten seconds, and none twice in a row', () => {
    const { status } = open(false)
    for (ms = 0; ms < 60_000; ms += 500) status(ms < 30_000 ? `${ms} of 30,000` : 'waiting')
    const lines = written.trim().split('\n')
    expect(lines).to.deep.equal([
      '0.0 s  0 of 30,000',
      '  10.0 s  10000 of 30,000',
      '  20.0 s  20000 of 30,000',
      '  30.0 s  waiting',
    ])
  })

  it('prints no control sequences from its texts', () => {
    const { line, block } = open(false)
    line('\u001b]0;title\u0007')
    block('\u001b[31mred')
    expect(written).to.not.contain('\u001b')
  })
})
