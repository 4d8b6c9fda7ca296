export const tones = ['plain', 'muted', 'accent', 'good', 'warn', 'bad'] as const
export type Tone = (typeof tones)[number]

interface Colors {
  ink: string
  fill: string
  stroke: string
}

export type Palette = Readonly<Record<Tone | 'page', Colors>>

/** The colors of the docs in both themes. Ink on fill has a contrast of at least 4.5 (WCAG 2.2, 1.4.3). */
export const palettes: Readonly<Record<'light' | 'dark', Palette>> = {
  light: {
    page: { ink: '#1b1f24', fill: '#ffffff', stroke: '#ffffff' },
    plain: { ink: '#1b1f24', fill: '#f6f8fa', stroke: '#8c959f' },
    muted: { ink: '#57606a', fill: '#f6f8fa', stroke: '#6e7781' },
    accent: { ink: '#0a4a99', fill: '#e7f1fd', stroke: '#2f74d0' },
    good: { ink: '#116329', fill: '#e6f6ea', stroke: '#2c974b' },
    warn: { ink: '#7a4b00', fill: '#fff5d6', stroke: '#bf8700' },
    bad: { ink: '#a40e26', fill: '#ffebe9', stroke: '#d1242f' },
  },
  dark: {
    page: { ink: '#e6edf3', fill: '#14181d', stroke: '#14181d' },
    plain: { ink: '#e6edf3', fill: '#20262d', stroke: '#7d8590' },
    muted: { ink: '#a5aeb8', fill: '#20262d', stroke: '#8b949e' },
    accent: { ink: '#a8cdff', fill: '#16283f', stroke: '#5b9bea' },
    good: { ink: '#8fe0a4', fill: '#142b1b', stroke: '#46b864' },
    warn: { ink: '#f2cc60', fill: '#322703', stroke: '#c69026' },
    bad: { ink: '#ffb3ad', fill: '#3a1618', stroke: '#f0605a' },
  },
}
