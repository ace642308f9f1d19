/** Address of a picture for a guardian's browser; null: there is none. */
export const guardianPicture = (id: string | null): string | null => (id ? `/api/checkin/pictures/${id}` : null)
