import { parseArgs } from 'node:util'
import { OrganizationKey, Timestamp } from '../../schemas/common.ts'
import { type BrandOptions, DEFAULT_CLOCK } from '../brand.ts'
import { type ProfileName, profiles } from '../profile.ts'

/** The organizations of the demo unless others are named; both are invented. */
export const demoOrganizations = ['quillmere', 'pallendro'] as const

export const usage = `Usage: npm run --silent demo -- [options] > events.ndjson
  --profile NAME       ${Object.keys(profiles).join(', ')} (default demo)
  --organization KEY   repeatable (default ${demoOrganizations.join(' and ')})
  --seed INTEGER       default 42
  --clock TIME         no event is later (default ${new Date(DEFAULT_CLOCK).toISOString()})
  --loads-until TIME   when datasets were last loaded (default the clock)
  --publications N     newest BOM publications of each organization (default 5)
  --output FILE        written instead of standard output`

export type WriteOptions = {
  readonly brands: readonly BrandOptions[]
  readonly publications: number
  readonly loadsUntil: number
  readonly output: string | null
}

/** Reads the command line; throws an Error whose message says what is wrong with it. */
export function writeOptions(args: readonly string[]): WriteOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      profile: { type: 'string', default: 'demo' },
      organization: { type: 'string', multiple: true, default: [...demoOrganizations] },
      seed: { type: 'string', default: '42' },
      clock: { type: 'string', default: new Date(DEFAULT_CLOCK).toISOString() },
      publications: { type: 'string', default: '5' },
      'loads-until': { type: 'string' },
      output: { type: 'string' },
    },
  })
  const profile = profileOf(values.profile)
  const seed = seedOf(values.seed)
  const clock = timeOf('--clock', values.clock)
  const until = values['loads-until']
  const loadsUntil = until === undefined ? clock : timeOf('--loads-until', until)
  const brands = values.organization.map((key) => ({ organization: organizationOf(key), profile, seed, clock }))
  if (new Set(values.organization).size < brands.length) throw new Error('--organization names the same key twice')
  const publications = publicationsOf(values.publications, profile)
  return { brands, publications, loadsUntil, output: values.output ?? null }
}

function profileOf(name: string): ProfileName {
  if (!Object.hasOwn(profiles, name)) throw new Error(`--profile must be one of ${Object.keys(profiles).join(', ')}`)
  return name as ProfileName
}

function organizationOf(key: string): string {
  if (!OrganizationKey.safeParse(key).success) throw new Error('--organization must match ^[a-z][a-z0-9]{2,31}$')
  return key
}

function seedOf(text: string): number {
  const seed = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(seed))
    throw new Error('--seed must be an integer from 0 to 2^53 - 1')
  return seed
}

function publicationsOf(text: string, profile: ProfileName): number {
  const { snapshots } = profiles[profile]
  if (!/^\d{1,4}$/.test(text) || Number(text) > snapshots) {
    throw new Error(`--publications must be an integer from 0 to ${snapshots}, which profile ${profile} has`)
  }
  return Number(text)
}

function timeOf(option: string, text: string): number {
  const time = Date.parse(text)
  if (!Timestamp.safeParse(text).success || Number.isNaN(time)) {
    throw new Error(`${option} must be a time such as 2026-09-14T02:10:00.000Z`)
  }
  return time
}
