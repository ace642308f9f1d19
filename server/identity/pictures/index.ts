/** Pictures of churches and their people, kept in the database, and addresses that show them. */
export {
  copyPicture,
  deletePicture,
  deletePictures,
  findPicture,
  insertPicture,
  type NewPicture,
} from './picture-store.ts'
export {
  lastingAddress,
  pictureUrl,
  prepareEmailPicture,
  preparePicture,
  readPicture,
  readSignedPicture,
  shownAddress,
  signedAddress,
} from './pictures.ts'
