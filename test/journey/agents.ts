import type { DeclareRecipe } from '../support/journey/journey.ts'
import { changeRecipes } from './agents/changes.ts'
import { materialRecipes } from './agents/materials.ts'
import { stockRecipes } from './agents/stock.ts'
import { styleRecipes } from './agents/styles.ts'
import { supplierRecipes } from './agents/suppliers.ts'

/** In the order of the page. */
export function recipesForAgents(recipe: DeclareRecipe): void {
  changeRecipes(recipe)
  styleRecipes(recipe)
  supplierRecipes(recipe)
  materialRecipes(recipe)
  stockRecipes(recipe)
}
