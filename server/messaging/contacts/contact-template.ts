export const CONTACT_TEMPLATE_FILE_NAME = 'contact-template.csv'

/** What a contact file may look like. The mark in front lets spreadsheets see that it is UTF-8. */
export const CONTACT_TEMPLATE = '\ufeffName,Phone\r\nAda Obi,+2348031234567\r\nKwame Mensah,+233244123456\r\n'
