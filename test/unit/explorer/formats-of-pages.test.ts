import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { projectFolder } from '../../../dev/runtime/folders.ts'

/** Ways to write a value that only `explorer/src/format` uses, with what pages use instead. */
const ways: readonly { pattern: RegExp; use: string; example: string }[] = [
  {
    pattern: /\.toLocale(?:Date|Time)?String\(/,
    use: 'formatNumber, formatTime',
    example: "count.toLocaleString('en')",
  },
  { pattern: /\.(?:toFixed|toPrecision)\(/, use: 'formatAmount', example: 'seconds.toFixed(1)' },
  { pattern: /\bIntl\.NumberFormat\b/, use: 'formatNumber', example: 'new Intl.NumberFormat()' },
  { pattern: /\bIntl\.PluralRules\b/, use: 'formatCount', example: 'new Intl.PluralRules()' },
  { pattern: /\bIntl\.DateTimeFormat\b/, use: 'formatTime', example: 'new Intl.DateTimeFormat()' },
  {
    pattern: /\bIntl\.(?:Relative|Duration)\w+/,
    use: 'formatAge, formatSpan',
    example: 'new Intl.RelativeTimeFormat()',
  },
  { pattern: /toISOString\(\)\s*\.slice/, use: 'formatDay', example: 'day.toISOString().slice(0, 10)' },
  { pattern: /\}\s?%/, use: 'formatPercent', example: '`$' + '{share} %`' },
  { pattern: /\+\s*['"`]\s?%/, use: 'formatPercent', example: "share + ' %'" },
  { pattern: /\}s\b/, use: 'formatCount, plural', example: '`$' + '{kind}s`' },
]

interface Source {
  file: string
  text: string
}

/** Lengths in styles are percentages of CSS, which no one reads. */
const withoutStyles = (text: string) =>
  text.replaceAll(/style=\{\{.*?\}\}/gs, (style) => style.replaceAll(/[^\n]/g, ''))

function hitsIn({ file, text }: Source): string[] {
  const lines = withoutStyles(text).split('\n')
  return lines.flatMap((line, at) =>
    ways.filter(({ pattern }) => pattern.test(line)).map(({ use }) => `${file}:${at + 1}: use ${use}`),
  )
}

describe('the pages of the Explorer', () => {
  it('write numbers, percentages, times, and plurals by the functions of src/format', () => {
    const files = globSync('explorer/src/**/*.{ts,tsx}', { cwd: projectFolder })
    const sources = files
      .filter((file) => !file.startsWith(join('explorer', 'src', 'format')))
      .map((file) => ({ file, text: readFileSync(join(projectFolder, file), 'utf8') }))
    expect(sources.length).to.be.above(100)
    expect(sources.flatMap(hitsIn)).to.deep.equal([])
  })

  for (const { example, use } of ways) {
    it(`would not pass with ${example}`, () => {
      expect(hitsIn({ file: 'page.tsx', text: `\n${example}` })).to.deep.equal([`page.tsx:2: use ${use}`])
    })
  }

  it('may use percentages in styles', () => {
    const text = '<span style={{ width: `$' + '{share * 100}%` }} /> {share} %'
    expect(hitsIn({ file: 'page.tsx', text })).to.have.length(1)
  })
})
