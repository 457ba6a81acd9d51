/** Start of each User-Agent of this service's own requests. */
const NAME = 'wordpress-content-service';

export const OWN_USER_AGENT = new RegExp(`^${NAME}\\b`);

/** The User-Agent of a part of this service, such as `wordpress-content-service (doctor)`. */
export const ownUserAgent = (part: string): string => `${NAME} (${part})`;
