/** The documented modules of sites, by number. */
export const SITE_MODULES: Readonly<Record<number, string>> = {
  1: 'Content',
  2: 'Directory',
  3: 'Calendar',
  4: 'Events',
  5: 'Store',
  6: 'Jobs',
  7: 'Hot deals',
  8: 'Sponsor portal',
  9: 'Contact portal',
}

/** The modules whose pages listPortalPages returns. */
export const PORTALS = [8, 9] as const
