import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** `EXPLORER_OUT` names another folder than `dist`: a build is moved into its place when it is whole. */
const outDir = process.env.EXPLORER_OUT ?? 'dist'

export default defineConfig({
  base: '/explorer/',
  plugins: [react()],
  // The client is built with the pages, from its sources.
  resolve: { conditions: ['@tenant-data/source', 'module', 'browser', 'import'] },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    // The policy allows no scripts or styles in the page itself, and no data: but for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
