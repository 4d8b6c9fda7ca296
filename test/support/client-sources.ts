import { registerHooks } from 'node:module'

/** Like the build of the Explorer, tests load the sources of the client: it is compiled only when it is packed. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, '@tenant-data/source'] }),
})
