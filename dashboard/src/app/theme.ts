/** Colours and type. Shades of text and badges are chosen for a contrast of 4.5:1 on the grounds they stand on, in both schemes. */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const teller: MantineColorsTuple = ['#e7f6f2', '#cfeae3', '#a0d6c9', '#6cc0ad', '#3fa992', '#1f8f79', '#0f7d69', '#0b6e5f', '#075a4e', '#03463d'];
const ink: MantineColorsTuple = ['#f6f8f9', '#eceff2', '#d8dee4', '#b9c3cd', '#8a97a5', '#667483', '#4c5967', '#36414d', '#222b34', '#141a20'];

/** Dark enough to carry white text, and to stand on its own lightest shade. */
const red: MantineColorsTuple = ['#fff5f5', '#ffe3e3', '#ffc9c9', '#ffa8a8', '#ff8787', '#ff6b6b', '#d93030', '#bd2424', '#a61e1e', '#8a1717'];

export const theme = createTheme({
  primaryColor: 'teller',
  primaryShade: { light: 7, dark: 6 },
  colors: { teller, ink, red },
  autoContrast: true,
  luminanceThreshold: 0.4,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Open Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.6rem' }, h2: { fontSize: '1.2rem' }, h3: { fontSize: '1rem' } } },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A dialog's head is no head of the page, and its cross says what it does.
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    ModalHeader: { defaultProps: { component: 'div' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    DrawerHeader: { defaultProps: { component: 'div' } },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--ot-live': '#a4262c' },
  light: { '--mantine-color-dimmed': '#5a6673', '--mantine-color-placeholder': '#667483', '--mantine-color-yellow-light-color': '#7a4f00', '--ot-ground': '#f6f8f9', '--ot-card': '#ffffff', '--ot-line': '#e1e6eb' },
  dark: { '--mantine-color-dimmed': '#a9b3bd', '--mantine-color-placeholder': '#a0aab5', '--mantine-color-anchor': '#6cc0ad', '--ot-ground': '#12161a', '--ot-card': '#1a1f24', '--ot-line': '#2c343c', '--mantine-color-body': '#12161a' },
});
