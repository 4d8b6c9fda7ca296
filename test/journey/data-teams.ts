import type { DeclareRecipe } from '../support/journey/journey.ts'
import { exportRecipes } from './data-teams/exports.ts'
import { incomingRecipes } from './data-teams/incoming.ts'
import { recordRecipes } from './data-teams/records.ts'

/** In the order of the page. */
export function recipesForDataTeams(recipe: DeclareRecipe): void {
  incomingRecipes(recipe)
  recordRecipes(recipe)
  exportRecipes(recipe)
}
