import sharp from 'sharp'
import type { TestAppOptions } from '../build-app.ts'
import { upload } from '../integration/files.ts'
import { type DetailsBench, openDetails } from '../people/contact-parts.ts'

/** An app with short functions for requests about advertising. */
export interface AdvertisingBench extends DetailsBench {
  /** POST to a path of advertising, which succeeds. */
  save(path: string, body: object): Promise<Record<string, unknown>>
  site(more?: object): Promise<number>
  /** A page of a site, of a new one if none is named. */
  page(more?: object): Promise<{ SiteId: number; SitePageId: number }>
  location(): Promise<number>
  /** An ad of a new contact. Returns its id. */
  ad(more?: object): Promise<number>
  /** Uploads a picture. */
  picture(width: number, height: number, format?: 'png' | 'gif' | 'webp'): Promise<number>
}

export const openAdvertising = async (options: TestAppOptions = {}): Promise<AdvertisingBench> => {
  const bench = await openDetails(options)
  let made = 0
  const save: AdvertisingBench['save'] = async (path, body) => {
    const answer = await bench.mine.post(`/api/sponsorships/${path}`, body)
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }
  const site: AdvertisingBench['site'] = async (more = {}) =>
    Number((await save('sites/0', { Name: `Site ${++made}`, ...more })).SiteId)
  return {
    ...bench,
    save,
    site,
    ad: async (more = {}) => {
      const ContactId = String(await bench.person())
      return Number((await save('displayad/save', { AdId: 0, Title: `Ad ${++made}`, ContactId, ...more })).AdId)
    },
    picture: async (width, height, format = 'png') => {
      const drawn = sharp({ create: { width, height, channels: 3, background: '#336699' } }).toFormat(format)
      return upload(bench.mine, `banner.${format}`, await drawn.toBuffer())
    },
    page: async (more = {}) => {
      const body = { SiteModuleTypeId: '2', Title: `Page ${++made}`, RelativePath: `/page-${made}`, ...more }
      const SiteId = 'SiteId' in body ? Number(body.SiteId) : await site()
      return { SiteId, SitePageId: Number((await save('sitepages/0', { ...body, SiteId })).SitePageId) }
    },
    location: async () =>
      Number(
        (await save('customadlocations/save', { CustomAdLocationId: 0, Name: `Location ${++made}` }))
          .CustomAdLocationId,
      ),
  }
}
