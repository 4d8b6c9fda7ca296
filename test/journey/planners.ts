import type { DeclareRecipe } from '../support/journey/journey.ts'
import { changeRecipes } from './planners/changes.ts'
import { orderRecipes } from './planners/orders.ts'
import { stockRecipes } from './planners/stock.ts'
import { styleRecipes } from './planners/styles.ts'
import { supplierRecipes } from './planners/suppliers.ts'

/** In the order of the page. */
export function recipesForPlanners(recipe: DeclareRecipe): void {
  changeRecipes(recipe)
  styleRecipes(recipe)
  orderRecipes(recipe)
  supplierRecipes(recipe)
  stockRecipes(recipe)
}
