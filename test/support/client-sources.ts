import { registerHooks } from 'node:module'

/** Loads the client from its sources, as the build of the Explorer does: it is compiled only when it is packed. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, '@tenant-data/source'] }),
})
