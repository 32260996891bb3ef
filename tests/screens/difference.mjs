// How much two pictures differ. The browser reads them: no library is needed.

/**
 * The share of pixels that are clearly of another colour, between 0 and 1; 1 where the sizes differ.
 * @param {import('playwright-core').Page} page @param {Buffer} before @param {Buffer} after
 */
export function difference(page, before, after) {
  return page.evaluate(
    async (pictures) => {
      const [one, other] = await Promise.all(
        pictures.map(async (picture) => {
          const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext('2d');
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height);
        }),
      );
      if (one.width !== other.width || one.height !== other.height) return 1;
      let differing = 0;
      for (let at = 0; at < one.data.length; at += 4) {
        const distance = [0, 1, 2].reduce((sum, channel) => {
          return sum + Math.abs(one.data[at + channel] - other.data[at + channel]);
        }, 0);
        if (distance > 96) differing++;
      }
      return differing / (one.data.length / 4);
    },
    [before, after].map((picture) => picture.toString('base64')),
  );
}
