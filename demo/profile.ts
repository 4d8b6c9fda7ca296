/**
 * How large a brand is; factories are the first of its suppliers, seasons are half years around the clock's, snapshots
 * are the BOM publications up to the clock.
 */
export type Profile = {
  readonly styles: number
  readonly materials: number
  readonly suppliers: number
  readonly factories: number
  readonly seasons: number
  readonly snapshots: number
}

/** smoke is for tests, demo for a first look, mid and large for load. */
export const profiles = {
  smoke: { styles: 40, materials: 120, suppliers: 24, factories: 8, seasons: 2, snapshots: 5 },
  demo: { styles: 300, materials: 500, suppliers: 60, factories: 18, seasons: 4, snapshots: 30 },
  mid: { styles: 1_200, materials: 1_600, suppliers: 120, factories: 35, seasons: 4, snapshots: 90 },
  large: { styles: 20_000, materials: 20_000, suppliers: 2_500, factories: 900, seasons: 6, snapshots: 10 },
} as const satisfies Record<string, Profile>

export type ProfileName = keyof typeof profiles
