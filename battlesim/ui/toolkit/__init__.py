"""What windows are composed of: places, parts, pictures, work done aside."""
