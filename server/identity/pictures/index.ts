/** Pictures of churches and their people, kept in the database, and addresses that show them. */
export {
  copyPicture,
  deletePicture,
  deletePictures,
  findPicture,
  insertPicture,
  type NewPicture,
} from './picture-store.ts'
export { pictureUrl, preparePicture, readPicture, readSignedPicture, shownAddress, signedAddress } from './pictures.ts'
