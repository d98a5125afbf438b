import type { ShownAd } from '#contract/commerce/ad-delivery'
import type { Selected } from './ad-delivery.service.ts'

/** Presents an ad of a view. @param base the address of the public operations of the tenant. */
export const presentShownAd =
  (base: string) =>
  ({
    adId,
    spotId,
    position,
    fileId,
    width,
    height,
    description,
    destinationUrl,
    opensNewWindow,
  }: Selected): ShownAd => ({
    AdId: adId,
    PositionTypeId: position === 1 ? '1' : position === 2 ? '2' : null,
    ImageUrl: `${base}/images/${adId}/${fileId}`,
    Width: width,
    Height: height,
    ShortDescription: description,
    ClickUrl: destinationUrl === null ? null : `${base}/clicks/${adId}/${spotId}`,
    OpenInNewWindow: opensNewWindow,
  })
