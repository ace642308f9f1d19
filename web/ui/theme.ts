import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** Index 7 is the fill on light ground, index 6 on dark. */
const plum: MantineColorsTuple = [
  '#F7EDF4',
  '#EBD6E4',
  '#D9B4CD',
  '#C791B6',
  '#B8729F',
  '#AC5F94',
  '#A04E89',
  '#6F2A5D',
  '#58204A',
  '#431838',
]

export const theme = createTheme({
  primaryColor: 'plum',
  colors: { plum },
  primaryShade: { light: 7, dark: 6 },
  fontFamily: 'var(--nx-sans)',
  fontFamilyMonospace: 'var(--nx-mono)',
  headings: { fontFamily: 'var(--nx-serif)', fontWeight: '600' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '4px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: '75em', xl: '120em' },
  respectReducedMotion: true,
  components: {
    // The libraries' scroll lock writes a style element, which the pages' policy refuses.
    Modal: { defaultProps: { lockScroll: false, radius: 'xl' } },
    Drawer: { defaultProps: { lockScroll: false } },
    Menu: { defaultProps: { radius: 'lg', shadow: 'none', transitionProps: { duration: 120 } } },
    Paper: { defaultProps: { shadow: 'none' } },
    Badge: { defaultProps: { variant: 'light', radius: 'xs', tt: 'none' } },
  },
})

/** Mantine's own names, pointed at our tokens. */
export const cssVariables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--nx-bg)',
    '--mantine-color-text': 'var(--nx-text)',
    '--mantine-color-dimmed': 'var(--nx-text-2)',
    '--mantine-color-placeholder': 'var(--nx-text-3)',
    '--mantine-color-default': 'var(--nx-surface)',
    '--mantine-color-default-hover': 'var(--nx-sunken)',
    '--mantine-color-default-color': 'var(--nx-text)',
    '--mantine-color-default-border': 'var(--nx-ctl-line)',
    '--mantine-color-error': 'var(--nx-bad)',
    '--mantine-color-anchor': 'var(--nx-accent-text)',
    '--mantine-primary-color-filled': 'var(--nx-accent)',
    '--mantine-primary-color-filled-hover': 'var(--nx-accent-hover)',
    '--mantine-color-plum-filled': 'var(--nx-accent)',
    '--mantine-color-plum-filled-hover': 'var(--nx-accent-hover)',
  }
  return { variables: {}, light: both, dark: both }
}
