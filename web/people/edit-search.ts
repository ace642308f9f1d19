/** A page that is read or changed says which in its address, so that a link can lead to its form. */
type EditSearch = { edit?: 'yes' }

export const editSearch = (search: Record<string, unknown>): EditSearch =>
  search['edit'] === 'yes' ? { edit: 'yes' } : {}

export const isEditing = ({ edit }: EditSearch): boolean => edit === 'yes'
