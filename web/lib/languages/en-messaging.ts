import messaging from './en/messaging.json'

/** What is read on the screens of messages. */
export const catalog = { ...messaging }
