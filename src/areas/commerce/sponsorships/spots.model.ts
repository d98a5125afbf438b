/** The positions of a page. */
export const POSITIONS = { top: 1, bottom: 2 } as const

/** What a spot shows. */
export const ADVERTISING = { displayAds: 1, sponsorBanners: 2 } as const

/** The documented names of what a spot shows. */
export const ADVERTISING_NAMES: Readonly<Record<number, string>> = {
  [ADVERTISING.displayAds]: 'Display ads',
  [ADVERTISING.sponsorBanners]: 'Sponsor banners',
}
