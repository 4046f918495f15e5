import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Each of Mantine's components brings its own styles, which its package keeps in one file of 290 kB: so a page loads the styles of what stands
 * on it. They follow those of the components it is made of, as their order must be, because the imports do.
 */
function stylesOfComponents(): Plugin {
  return {
    name: 'styles-of-components',
    apply: 'build',
    transform: {
      filter: { id: /@mantine\/core\/esm\/.*\.module\.mjs$/ },
      handler: (code, id) => ({ code: `import '@mantine/core/styles/${/([^/]+)\.module\.mjs$/.exec(id)?.[1] ?? ''}.css';\n${code}`, map: null }),
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react(), stylesOfComponents()],
  resolve: { alias: { '@': fileURLToPath(new URL('src', import.meta.url)) } },
  // Every file is one of our own, hashed: it may be kept for ever.
  build: {
    target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false, chunkSizeWarningLimit: 700,
    // What every page needs is one file: left to itself it comes in thirty, by which pages share what, and packs worse by 15 kB.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', tags: ['$initial'] }] } } },
  },
});
