/** Emails to many: quoted, drawn, sent, and what was sent. */
export { emailRoutes } from './routes.ts'
/** Takes one on, and what existing clients write of it. */
export { emailAudience, sendEmail } from './send-email.ts'
export { cleanContent, textBlock } from './draw-for-church.ts'
export { contentOf, emailDestinationOf, htmlOf } from './existing-shapes.ts'
/** How one looks that is not sent yet. */
export { drawPreview, framed, picturesOf } from './email-pages.ts'
/** Whose email something that came back is about. */
export { readBounceAddress } from './bounce-address.ts'
/** The picture by which churches that want to know count who opens an email. */
export { serveOpenedPicture } from './opened-picture.ts'
/** How each recipient's email is written, for the workers. */
export { emailWriting, leavesFrom } from './write-emails.ts'
/** Removes pictures that stand in no email. */
export { forgetPictures, forgetPicturesJob } from './forget-pictures.ts'
