import type { Category } from '#contract/people/contacts'
import type { CategoryItemEdit, CategoryListEdit } from '#contract/people/contacts-details'
import type { ItemOfList, ItemWithCount, ListWithItems } from './categories.queries.ts'

export const presentCategoryItem = (item: ItemWithCount): CategoryItemEdit => ({
  CategoryItemId: item.id,
  CategoryListId: item.listId,
  Name: item.name,
  DisplayOrder: item.displayOrder,
  ContactCount: item._count.contacts,
})

export const presentCategoryList = (list: ListWithItems): CategoryListEdit => ({
  CategoryListId: list.id,
  CategoryTypeId: list.typeId,
  Name: list.name,
  IsMemberEditable: list.isMemberEditable,
  Items: list.items.map(presentCategoryItem),
})

/** Presents a category of a contact. There is nothing to edit: a contact has it or not. */
export const presentCategory = (isEditable: boolean, item: ItemOfList): Category => ({
  CategoryListId: item.listId,
  CategoryTypeId: item.list.typeId as Category['CategoryTypeId'],
  IsMemberEditable: item.list.isMemberEditable,
  CategoryItemId: item.id,
  CategoryListName: item.list.name,
  Name: item.name,
  DisplayOrder: item.displayOrder,
  Actions: isEditable ? ['view', 'delete'] : ['view'],
})
