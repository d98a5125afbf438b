import type { CustomAdLocation as PresentedLocation } from '#contract/commerce/advertising'
import type { CustomAdLocation } from '#prisma/client'

export const presentCustomAdLocation = ({ id, name }: CustomAdLocation): PresentedLocation => ({
  CustomAdLocationId: id,
  Name: name,
})
