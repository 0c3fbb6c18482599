const ATTRIBUTE = /\b(lat|lon)\s*=\s*["']([^"']+)["']/g;

/**
 * The part of GPX that a day's walk consists of: track points and named waymarks.
 * No XML parser on purpose: receivers write these two elements all in the same way.
 */
export function readGpx(text) {
  return {
    points: elements(text, 'trkpt').map(({ place, body }) => ({ ...place, ...height(body) })),
    waymarks: elements(text, 'wpt').map(({ place, body }) => ({
      ...place,
      // TODO(entities): names arrive as they stand in the file, "Rock &amp; Heifer" included
      name: inner(body, 'name') ?? 'unnamed',
    })),
  };
}

function elements(text, name) {
  const pattern = new RegExp(`<${name}\\b([^>]*?)(?:/>|>([\\s\\S]*?)</${name}>)`, 'g');
  return [...text.matchAll(pattern)].map(([whole, attributes, body = '']) => {
    const place = Object.fromEntries(
      [...attributes.matchAll(ATTRIBUTE)].map(([, key, value]) => [key, Number(value)]),
    );
    if (!Number.isFinite(place.lat) || !Number.isFinite(place.lon)) {
      throw new Error(`A ${name} without a place: ${whole.slice(0, 60)}`);
    }
    return { place, body };
  });
}

const inner = (body, name) => body.match(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`))?.[1].trim();

function height(body) {
  const ele = inner(body, 'ele');
  return ele === undefined ? {} : { ele: Number(ele) };
}
