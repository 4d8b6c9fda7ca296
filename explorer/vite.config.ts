import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The output folder. EXPLORER_OUT sets a temporary one, from which a complete build is moved to `dist`. */
const outDir = process.env.EXPLORER_OUT ?? 'dist'

export default defineConfig({
  base: '/explorer/',
  plugins: [react()],
  // The pages are built with the client's sources.
  resolve: { conditions: ['@tenant-data/source', 'module', 'browser', 'import'] },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy forbids inline scripts and styles, and allows data: URLs only for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
