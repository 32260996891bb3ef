/** The address where it leads to the web: nothing an agent writes runs as a script or opens an app. */
export function webAddress(url: string): string | undefined {
  const read = parsed(url);
  return read?.protocol === 'https:' || read?.protocol === 'http:' ? read.href : undefined;
}

/**
 * The address where a picture can be shown from it without asking anybody: what
 * an agent writes must not make the page tell a server that it was read.
 */
export function ownPicture(url: string, mediaType: string): string | undefined {
  if (!/^image\/(?:png|jpeg|gif|webp|avif|bmp)$/i.test(mediaType)) return undefined;
  return /^(?:data:image\/|blob:)/i.test(url) ? url : undefined;
}

function parsed(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
